// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {TransparentUpgradeableProxy, ProxyAdmin} from
    "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";

/// A value behind a proxy, which its owner upgrades.
contract Box is OwnableUpgradeable, UUPSUpgradeable {
    uint256 public value;

    constructor() {
        _disableInitializers();
    }

    function initialize(address owner, uint256 first) external initializer {
        __Ownable_init(owner);
        value = first;
    }

    function version() external pure virtual returns (uint256) {
        return 1;
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}

contract BoxV2 is Box {
    function version() external pure override returns (uint256) {
        return 2;
    }

    function increment() external {
        value++;
    }
}
